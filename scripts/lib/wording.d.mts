export function unnaturalWording(text: string): readonly { readonly at: number; readonly found: string }[];
export function unnaturalWordingIn(
  file: string,
  text: string,
): readonly { readonly line: number; readonly found: string }[];
