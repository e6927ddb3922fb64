// Which games have puzzles. The puzzles themselves are fetched with their page.
export const PUZZLED: readonly string[] = ["cities", "towar", "adlg"];
