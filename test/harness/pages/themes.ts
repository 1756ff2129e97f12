import recorded from './themes.json';

/** A color theme as VS Code passes it to webviews. */
export interface RecordedTheme {
  /** Of `body`. */
  readonly classes: readonly string[];
  /** `data-vscode-theme-kind` and others of `body`. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The variables that the style sheets use; null where the theme doesn't define one. */
  readonly variables: Readonly<Record<string, string | null>>;
}

/** Styles that VS Code adds to the pages of panels, recorded by `npm run pictures -- themes`. */
export interface RecordedThemes {
  /** The style sheet that precedes those of the page. */
  readonly defaultStyles: string;
  readonly themes: Readonly<Record<string, RecordedTheme>>;
}

export const recordedThemes: RecordedThemes = recorded;

export type ThemeName = keyof (typeof recorded)['themes'];

export const themeNames = Object.keys(recorded.themes) as readonly ThemeName[];

/** The variables of VS Code that a style sheet uses, without `--`, sorted. */
export function usedVariables(...styleSheets: readonly string[]): readonly string[] {
  const names = styleSheets.flatMap((text) =>
    [...text.matchAll(/var\(\s*--((?:vscode|monaco|text)-(?:[\w-]|\\.)+)/g)].map(([, name = '']) =>
      name.replaceAll('\\', ''),
    ),
  );
  return [...new Set(names)].sort();
}

/** Returns the data that VS Code passes to webviews in a theme. */
export function themeOf(name: ThemeName): RecordedTheme {
  return recordedThemes.themes[name] ?? { classes: [], attributes: {}, variables: {} };
}
