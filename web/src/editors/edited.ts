// Which games have which editors, for pages that only link to them.

/** The option of a game whose content can be corrected. */
export const CORRECTED: Readonly<Record<string, string>> = { cities: "layout", towar: "movement" };

const POSITIONS = ["cities", "towar", "adlg"];

/** Whether any position of a game can be put up. */
export const putsUp = (game: string): boolean => POSITIONS.includes(game);
