/** The path of docs/reference/cli.md. */
export const commandsPage: string;

/** The text of a page with its generated part replaced. */
export function withCommands(page: string, generated: string): string;
