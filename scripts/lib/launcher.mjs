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

/** The exit code on a version that is too old, as in src/service/cli/exitCodes.ts. */
export const oldNodeCode = 5;

const words = nodeVersions.map(
  ([major, minor], index) =>
    `${major}.${minor} or later${index < nodeVersions.length - 1 ? ` in the ${major}.x line` : ''}`,
);

/** Ends the program on a version that is too old. Written for versions that can't read the bundle. */
export const nodeCheck = `(function () {
  var versions = ${JSON.stringify(nodeVersions)};
  var parts = process.versions.node.split('.');
  var isSupported = Number(parts[0]) > versions[versions.length - 1][0];
  for (var at = 0; at < versions.length; at++)
    if (Number(parts[0]) === versions[at][0] && Number(parts[1]) >= versions[at][1]) isSupported = true;
  if (isSupported) return;
  process.stderr.write('Threat Lookups requires Node.js ${words.join(', or ')}. You have ' + process.versions.node + '.\\n');
  process.exit(${oldNodeCode});
})();`;

/** The text of the program. */
export const launcherText = `#!/usr/bin/env node
'use strict';
${nodeCheck}
// The bundle starts itself in threads.
process.argv[1] = require('path').join(__dirname, '..', 'dist', 'cli.mjs');
import('../dist/cli.mjs');
`;
