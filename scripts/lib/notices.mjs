// The licenses of everything in the bundles, as one text for the package.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { embedded as knownParts } from '../notices/embedded.mjs';
import { ExpectedError } from './terminal.mjs';

/**
 * @typedef {object} Notice
 * @property {string} name
 * @property {string} version empty for a part of a package without a version
 * @property {string} license SPDX identifier
 * @property {string} source URL of the source code
 * @property {string} text the license text
 * @property {string} [within] the package that contains it, for embedded parts
 * @property {string} [note]
 */

/** The innermost package folder of a path in a metafile. */
const packageFolder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const licenseFile = /^(licen[cs]e|copying|notice|unlicense)([.-]|$)/i;

/** The package files with code or data in the outputs of a build: package folder -> paths in it. */
function bundledFiles({ outputs }) {
  const files = new Map();
  for (const { inputs } of Object.values(outputs)) {
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      const path = input.replaceAll('\\', '/');
      const folder = packageFolder.exec(path)?.[0];
      if (folder === undefined || bytesInOutput === 0) continue;
      files.set(folder, (files.get(folder) ?? new Set()).add(path.slice(folder.length + 1)));
    }
  }
  return files;
}

/**
 * The folders of the packages with code or data in the outputs of a build, sorted. Works for any bundle format.
 * @param {Pick<import('esbuild').Metafile, 'outputs'>} metafile
 * @returns {readonly string[]} such as `node_modules/zod`
 */
export function bundledPackages(metafile) {
  return [...bundledFiles(metafile).keys()].sort();
}

/**
 * Returns the outputs of a build in the package of the extension: all but the command line.
 * @param {Pick<import('esbuild').Metafile, 'outputs'>} metafile
 * @returns {Pick<import('esbuild').Metafile, 'outputs'>}
 */
export function packagedPart({ outputs }) {
  return { outputs: Object.fromEntries(Object.entries(outputs).filter(([path]) => path !== 'dist/cli.mjs')) };
}

/** The license files of a folder, concatenated; undefined if there are none. */
function licenseText(folder) {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => licenseFile.test(file)) : [];
  const text = files
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
    .join('\n\n');
  return text === '' ? undefined : text;
}

/** Converts the repository of a manifest to a URL for browsers. */
function sourceOf({ name, repository }) {
  const url = (typeof repository === 'string' ? repository : repository?.url) ?? '';
  const address = url
    .replace(/^git\+/, '')
    .replace(/^(ssh|git):\/\/(git@)?/, 'https://')
    .replace(/^github:/, '')
    .replace(/\.git$/, '');
  if (/^https?:/.test(address)) return address;
  return /^[\w.-]+\/[\w.-]+$/.test(address) ? `https://github.com/${address}` : `https://www.npmjs.com/package/${name}`;
}

function packageNotice(root, folder) {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const { name, version, license } = manifest;
  const text = licenseText(join(root, folder)) ?? keptText(root, name);
  if (typeof license !== 'string' || text === undefined) {
    const missing = text === undefined ? 'a license text (a file such as LICENSE)' : 'a license in its package.json';
    throw new ExpectedError(
      `The package ${name} ${version} is in a bundle, but ${folder} has no ${missing.slice(2)}. ` +
        "The extension can't ship without it. Use another version or package.",
    );
  }
  return { name, version, license, source: sourceOf(manifest), text };
}

/** The license text of a package that has it elsewhere, such as in its README; undefined without one. */
function keptText(root, name) {
  const file = join(root, 'scripts', 'notices', `${name.replace('/', '-')}.txt`);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

function partNotice(root, part) {
  const { name, within, text: place } = part;
  const file = join(root, 'scripts', 'notices', place);
  const text = place.startsWith('node_modules/')
    ? licenseText(join(root, place))
    : existsSync(file)
      ? readFileSync(file, 'utf8').trim()
      : undefined;
  if (!text) throw new ExpectedError(`${name}, part of ${within}, is in a bundle, but ${place} has no license text.`);
  return { ...part, version: '', text };
}

/** Fails if a bundled file is next to a nested license that no embedded part declares. */
function checkNested(root, folder, files, parts) {
  for (const file of files) {
    for (let place = dirname(file); place !== '.'; place = dirname(place)) {
      const isKnown = parts.some(({ at }) => at !== undefined && `${place}/`.startsWith(at));
      if (isKnown || licenseText(join(root, folder, place)) === undefined) continue;
      throw new ExpectedError(
        `${folder}/${place} has its own license and is in a bundle. Add it to scripts/notices/embedded.mjs.`,
      );
    }
  }
}

/**
 * Lists all third-party code in the bundles: packages, and their embedded parts.
 * @param {Pick<import('esbuild').Metafile, 'outputs'>} metafile with paths relative to `root`
 * @param {{ root: string, parts?: readonly import('../notices/embedded.mjs').Embedded[] }} options `root` is the
 * checkout
 * @returns {readonly Notice[]} each package is followed by its parts
 * @throws {ExpectedError} for a package or part without a license text
 */
export function noticesOf(metafile, { root, parts = knownParts }) {
  const bundled = bundledFiles(metafile);
  return bundledPackages(metafile).flatMap((folder) => {
    const files = [...bundled.get(folder)];
    const notice = packageNotice(root, folder);
    const own = parts.filter(
      ({ within, at = '' }) => within === notice.name && files.some((file) => file.startsWith(at)),
    );
    checkNested(root, folder, files, own);
    return [notice, ...own.map((part) => partNotice(root, part))];
  });
}

/**
 * Formats the notices as the text file in the package.
 * @param {readonly Notice[]} notices
 */
export function noticesText(notices) {
  const title = ({ name, version, within }) =>
    within === undefined ? `${name} ${version}` : `${name} (part of ${within})`;
  const list = notices.map((notice) => `  ${title(notice)}: ${notice.license}`);
  const blocks = notices.map((notice) =>
    [
      '-'.repeat(80),
      title(notice),
      `License: ${notice.license}`,
      `Source: ${notice.source}`,
      ...(notice.note === undefined ? [] : [notice.note]),
      '',
      notice.text.replaceAll('\r\n', '\n'),
      '',
    ].join('\n'),
  );
  return [
    'THIRD-PARTY NOTICES',
    '',
    'Threat Lookups contains the following third-party software and data.',
    '',
    ...list,
    '',
    ...blocks,
  ].join('\n');
}
