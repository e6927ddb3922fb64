// The pages beside the battle: each is linked where it is built.
import { knownPage } from "../../pages";

const PAGES = ["odds", "companion", "reference", "armies", "readings"] as const;

/** Addresses of the tools that there are, with the keys of their names. */
export function tools(): { path: string; key: string }[] {
  return PAGES.map((name) => ({ path: `/adlg/${name}`, key: `adlg_start.tool.${name}` })).filter((one) =>
    knownPage(one.path),
  );
}
