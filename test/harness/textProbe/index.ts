import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';
import { quickTasks, sinks, viewId } from './names';

/**
 * An extension that shows a text in every sink of `src/features/shared/ui`, as an overlay of the installed one
 * (`overlay` of `startVsCode`). Each sink has two commands, “Text Probe: safe SINK” and “Text Probe: raw SINK”.
 */
export async function textProbe(): Promise<Readonly<Record<string, string>>> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'test', 'harness', 'textProbe', 'extension.ts')],
    external: ['vscode'],
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    write: false,
    logLevel: 'silent',
  });
  const { name, publisher, version, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  const commands = sinks.flatMap((sink) =>
    ['safe', 'raw'].map((mode) => ({
      command: `textProbe.${mode}.${sink}`,
      category: 'Text Probe',
      title: `${mode} ${sink}`,
    })),
  );
  const manifest = {
    name,
    publisher,
    version,
    engines,
    main: './dist/extension.js',
    activationEvents: ['*'],
    contributes: {
      commands: [...commands, { command: quickTasks, category: 'Text Probe', title: 'quick tasks' }],
      views: { explorer: [{ id: viewId, name: 'Probe' }] },
    },
  };
  return { 'package.json': JSON.stringify(manifest), 'dist/extension.js': outputFiles[0]?.text ?? '' };
}
