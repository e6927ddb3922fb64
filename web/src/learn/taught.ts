// Which games can be learned here. The lessons themselves are fetched with their page.
export const TAUGHT: readonly string[] = ["cities", "towar", "adlg"];
