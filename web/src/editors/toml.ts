// Writes a content as the TOML file that the command line takes with --set OPTION=@FILE. Reading one is the server's
// work, by the same code as for the command line.

export function toToml(table: Record<string, unknown>, path: string[] = []): string {
  const own: string[] = [];
  const below: string[] = [];
  for (const [key, value] of Object.entries(table)) {
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      below.push(toToml(value as Record<string, unknown>, [...path, key]));
    else own.push(`${keyed(key)} = ${written(value)}\n`);
  }
  const head = path.length && own.length ? `\n[${path.map(keyed).join(".")}]\n` : "";
  return head + own.join("") + below.join("");
}

const keyed = (key: string): string => (/^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key));

function written(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(written).join(", ")}]` : JSON.stringify(value);
}
