// The pages beside the battle.

const PAGES = ["odds", "companion", "reference", "armies", "readings"] as const;

/** Their addresses, with the keys of their names. */
export function tools(): { path: string; key: string }[] {
  return PAGES.map((name) => ({ path: `/adlg/${name}`, key: `adlg_start.tool.${name}` }));
}
