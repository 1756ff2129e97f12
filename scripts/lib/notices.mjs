// The licenses of everything that the bundles contain, as one text for the package.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { embedded as knownParts } from '../notices/embedded.mjs';
import { ExpectedError } from './terminal.mjs';

/**
 * @typedef {object} Notice
 * @property {string} name
 * @property {string} version empty for a part of a package that states none
 * @property {string} license SPDX identifier
 * @property {string} source address of the source code
 * @property {string} text the license text
 * @property {string} [within] the package that contains it, for parts of others
 * @property {string} [note]
 */

/** The innermost package folder of a path in a metafile. */
const packageFolder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const licenseFile = /^(licen[cs]e|copying|notice|unlicense)([.-]|$)/i;

/** The files of packages that have code or data in the outputs of a build: package folder -> paths in it. */
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
 * The folders of the packages that have code or data in the outputs of a build, sorted. Works for any format of bundles.
 * @param {Pick<import('esbuild').Metafile, 'outputs'>} metafile
 * @returns {readonly string[]} such as `node_modules/zod`
 */
export function bundledPackages(metafile) {
  return [...bundledFiles(metafile).keys()].sort();
}

/** The license files of a folder, one after the other; undefined where there is none. */
function licenseText(folder) {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => licenseFile.test(file)) : [];
  const text = files
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
    .join('\n\n');
  return text === '' ? undefined : text;
}

/** A repository of a manifest as an address that a browser opens. */
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
  const text = licenseText(join(root, folder));
  if (typeof license !== 'string' || text === undefined) {
    const missing = text === undefined ? 'a license text (a file such as LICENSE)' : 'a license in its package.json';
    throw new ExpectedError(
      `The package ${name} ${version} is in a bundle, but ${folder} has no ${missing.slice(2)}. ` +
        'The extension cannot ship it without: use another version or package.',
    );
  }
  return { name, version, license, source: sourceOf(manifest), text };
}

function partNotice(root, part) {
  const { name, within, text: place } = part;
  const file = join(root, 'scripts', 'notices', place);
  const text = place.startsWith('node_modules/')
    ? licenseText(join(root, place))
    : existsSync(file)
      ? readFileSync(file, 'utf8').trim()
      : undefined;
  if (!text)
    throw new ExpectedError(`${name}, a part of ${within}, is in a bundle, but has no license text in ${place}.`);
  return { ...part, version: '', text };
}

/** Fails where a bundled file lies beside a license of its own that no part accounts for. */
function checkNested(root, folder, files, parts) {
  for (const file of files) {
    for (let place = dirname(file); place !== '.'; place = dirname(place)) {
      const isKnown = parts.some(({ at }) => at !== undefined && `${place}/`.startsWith(at));
      if (isKnown || licenseText(join(root, folder, place)) === undefined) continue;
      throw new ExpectedError(
        `${folder}/${place} has a license of its own and is in a bundle. Add it to scripts/notices/embedded.mjs.`,
      );
    }
  }
}

/**
 * Everything of others that is in the bundles: packages, and what packages contain of others.
 * @param {Pick<import('esbuild').Metafile, 'outputs'>} metafile with paths relative to `root`
 * @param {{ root: string, parts?: readonly import('../notices/embedded.mjs').Embedded[] }} options `root` the checkout
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
 * The notices as the text file that goes into the package.
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
