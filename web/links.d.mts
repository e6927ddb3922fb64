export const links: {
  name: string;
  markup(page: { content: string; filename?: string }): { code: string };
};
