// The program of the npm package: it starts on any Node.js, and the bundle on those that can run it.

/** The lowest minor version of each major version of Node.js that runs the bundle, in ascending order; later ones do. */
export const nodeVersions = [
  [22, 20],
  [24, 8],
];

/** The range of versions for `engines` in package.json. */
export const nodeRange = nodeVersions
  .map(([major, minor], index) => `${index < nodeVersions.length - 1 ? '^' : '>='}${major}.${minor}.0`)
  .join(' || ');

/**
 * The text of the program. It's written for old versions of Node.js, which can't read the bundle.
 * @param {number} exitCode for a version that is too old
 */
export function launcherText(exitCode) {
  const words = nodeVersions.map(
    ([major, minor], index) => `${major}.${minor} or later${index < nodeVersions.length - 1 ? ` ${major}` : ''}`,
  );
  return `#!/usr/bin/env node
'use strict';
var versions = ${JSON.stringify(nodeVersions)};
var parts = process.versions.node.split('.');
var last = versions[versions.length - 1];
var isSupported = Number(parts[0]) > last[0];
for (var at = 0; at < versions.length; at++)
  if (Number(parts[0]) === versions[at][0] && Number(parts[1]) >= versions[at][1]) isSupported = true;
if (!isSupported) {
  process.stderr.write('Threat Lookups requires Node.js ${words.join(', or ')}. This is ' + process.versions.node + '.\\n');
  process.exitCode = ${exitCode};
} else {
  // The bundle starts itself in threads.
  process.argv[1] = require('path').join(__dirname, '..', 'dist', 'cli.mjs');
  import('../dist/cli.mjs');
}
`;
}
