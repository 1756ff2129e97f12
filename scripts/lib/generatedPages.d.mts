export function generatedPages(sources: {
  readonly commands: string;
  readonly names: readonly object[];
  readonly addresses: readonly object[];
  readonly strengths: readonly string[];
}): readonly { readonly path: string; readonly text: string }[];
export function withGenerated(page: string, generated: string): string;
