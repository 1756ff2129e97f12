export function ruleTables(tables: {
  readonly names: readonly object[];
  readonly addresses: readonly object[];
  readonly strengths: readonly string[];
}): string;
export function withRuleTables(page: string, generated: string): string;
