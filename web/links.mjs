// Makes links and pictures of ours lead below the path at which the app lies: `href="/rules"` in a page becomes
// `href={at("/rules")}` as it is compiled. So pages are written as if they lay at the root, and none can forget it.
import { fileURLToPath } from "node:url";
import { parse } from "svelte/compiler";

const ROOT_MODULE = fileURLToPath(new URL("src/lib/root.ts", import.meta.url));
const LEADS = { a: "href", img: "src" };
const NAME = "__at";

export const links = {
  name: "links",
  markup({ content, filename }) {
    const tree = parse(content, { modern: true, filename });
    const found = [];
    look(tree.fragment, (node) => {
      const attribute = node.attributes?.find((each) => each.type === "Attribute" && each.name === LEADS[node.name]);
      if (node.type === "RegularElement" && attribute && !inPage(attribute.value)) found.push(attribute);
    });
    if (!found.length) return { code: content };
    let code = content;
    for (const { name, value, start, end } of found.sort((a, b) => b.start - a.start))
      code = `${code.slice(0, start)}${name}={${NAME}(${written(value, content)})}${code.slice(end)}`;
    // On the line of the tag, so that every line keeps its number.
    const head = tree.instance?.content.start;
    const line = `import { at as ${NAME} } from ${JSON.stringify(ROOT_MODULE)};`;
    if (head === undefined) return { code: `<script lang="ts">${line}</script>${code}` };
    return { code: `${code.slice(0, head)} ${line}${code.slice(head)}` };
  },
};

/** Whether it leads to a place of the same page, or says nothing. */
const inPage = (value) => (!Array.isArray(value) ? false : value[0]?.type === "Text" && value[0].data.startsWith("#"));

/** The value of an attribute as an expression. */
function written(value, content) {
  const part = (each) => content.slice(each.expression.start, each.expression.end);
  if (!Array.isArray(value)) return part(value);
  const text = (each) => each.data.replace(/[\\`]|\$\{/g, "\\$&");
  return `\`${value.map((each) => (each.type === "Text" ? text(each) : `\${${part(each)}}`)).join("")}\``;
}

function look(node, seen) {
  if (!node || typeof node !== "object") return;
  if (Array.isArray(node)) return node.forEach((each) => look(each, seen));
  if (node.type === "RegularElement") seen(node);
  for (const [key, below] of Object.entries(node)) if (key !== "attributes" && below !== node) look(below, seen);
}
