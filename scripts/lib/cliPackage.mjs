// The npm package of the command line: one bundle, its program, manual, completions, and licenses.
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { launcherText, nodeRange } from './launcher.mjs';
import { loadManual } from './manual.mjs';
import { noticesOf, noticesText } from './notices.mjs';
import { root } from './paths.mjs';
import { runScript } from './steps.mjs';
import { ExpectedError } from './terminal.mjs';

const programFile = 'bin/threat-lookups.cjs';
const manualFile = 'man/threat-lookups.1';

/** The manifest of the package, with the version of the extension. It has no dependencies and no scripts. */
function cliManifest({ name, version, license, repository, homepage, bugs }) {
  return {
    ...{ name, version },
    description:
      'Find domains, IP addresses, and URLs in files, and look them up in a local store of threat intelligence',
    ...{ license, repository, homepage, bugs },
    keywords: ['threat-intelligence', 'ioc', 'indicators', 'stix', 'taxii', 'sarif', 'security'],
    bin: { [name]: programFile },
    man: [manualFile],
    engines: { node: nodeRange },
  };
}

/**
 * Writes the package into an empty folder.
 * @param {string} folder absolute path; replaced if it exists
 */
export async function packageCli(folder) {
  rmSync(folder, { recursive: true, force: true });
  const manifest = cliManifest(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const { code, output } = await runScript('esbuild.js', ['--minify', `--cli=${join(folder, 'dist')}`], {
    quiet: true,
  });
  if (code !== 0) throw new ExpectedError(`The build failed:\n${output.trim()}`);
  const metafile = join(folder, 'dist', 'meta.json');
  const notices = noticesText(noticesOf(JSON.parse(readFileSync(metafile, 'utf8')), { root }));
  rmSync(metafile);
  const built = join(folder, 'manual.mjs');
  const { manPage, getCompletion, shells } = await loadManual(built);
  rmSync(built);
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write('package.json', `${JSON.stringify(manifest, undefined, 2)}\n`);
  write('THIRD-PARTY-NOTICES.txt', notices);
  write(programFile, launcherText);
  chmodSync(join(folder, programFile), 0o755);
  write(manualFile, manPage(manifest.version));
  for (const shell of shells) write(`completions/threat-lookups.${shell}`, getCompletion(shell));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(join(root, 'scripts', 'npm', 'README.md'), join(folder, 'README.md'));
}
