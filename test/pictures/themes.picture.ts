import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';
import { type RecordedTheme, type RecordedThemes, usedVariables } from '../harness/pages/themes';
import { openReport } from '../harness/reports';
import { startVsCode } from '../harness/vsCode';
import { setTheme, themes } from '../harness/workbench';
import { uiText } from '../../src/features/shared/ui/text';

/** Records what VS Code adds to the pages of panels in every theme, for the tests of pages. */
export async function takePictures(folder: string): Promise<void> {
  const vsCode = await startVsCode({ folder });
  try {
    const { page } = vsCode;
    const frame = await openReport(page, 'threatLookups.showSent', uiText('Request Log'));
    const defaultStyles = await frame.evaluate(() => document.getElementById('_defaultStyles')?.textContent ?? '');
    const panels = ['results.css', 'record.css'].map((name) =>
      readFileSync(join(root, 'out', 'extension', 'dist', 'webviews', name), 'utf8'),
    );
    const names = usedVariables(defaultStyles, ...panels);
    const recorded: Record<string, RecordedTheme> = {};
    for (const theme of themes) {
      await setTheme(page, theme);
      const current = await openReport(page, 'threatLookups.showSent', uiText('Request Log'));
      recorded[theme] = await current.evaluate((wanted) => {
        const { style } = document.documentElement;
        const valueOf = (name: string): string | null => {
          const value = style.getPropertyValue(`--${name}`);
          return value === '' ? null : value;
        };
        return {
          classes: [...document.body.classList],
          attributes: Object.fromEntries(
            [...document.body.attributes]
              .filter(({ name }) => name !== 'class')
              .map(({ name, value }) => [name, value]),
          ),
          variables: Object.fromEntries(wanted.map((name) => [name, valueOf(name)])),
        };
      }, names);
    }
    const all: RecordedThemes = { defaultStyles, themes: recorded };
    const file = join(root, 'test', 'harness', 'pages', 'themes.json');
    writeFileSync(file, `${JSON.stringify(all, undefined, 2)}\n`);
  } finally {
    await vsCode.stop();
  }
}
