/**
 * The few parts of `vscode` that panels need. esbuild.js puts them in the place of `vscode` in the tests of pages, so that
 * these run the panels of the extension in plain Node. Everything else is missing, and fails when it is used.
 */
export class ThemeIcon {
  constructor(readonly id: string) {}
}

/** An address; only paths are joined. */
export class Uri {
  private constructor(private readonly text: string) {}

  static parse(text: string): Uri {
    return new Uri(text);
  }

  static joinPath({ text }: Uri, ...names: readonly string[]): Uri {
    return new Uri([text.replace(/\/$/, ''), ...names].join('/'));
  }

  toString(): string {
    return this.text;
  }
}

/** The bundle of the display language; undefined in English. */
export const l10n: { bundle: Readonly<Record<string, unknown>> | undefined } = { bundle: undefined };

/** What was last copied to the clipboard. */
let copied = '';

export const env = {
  language: 'en',
  clipboard: {
    readText: (): Promise<string> => Promise.resolve(copied),
    writeText: (text: string): Promise<void> => {
      copied = text;
      return Promise.resolve();
    },
  },
};

export const window = {};
