// Third-party code embedded in bundled packages, which the build doesn't see.

/**
 * @typedef {object} Embedded
 * @property {string} name
 * @property {string} within name of the bundled package that contains it
 * @property {string} [at] its path in that package; default: all of it
 * @property {string} license SPDX identifier
 * @property {string} source URL of its source code
 * @property {string} text its license text: a file in this folder, or a package in node_modules that contains one
 * @property {string} [note] which part of it is embedded, and where
 */

/** @type {readonly Embedded[]} */
export const embedded = [
  {
    name: 'tldts-core',
    within: 'tldts',
    license: 'MIT',
    source: 'https://github.com/remusao/tldts',
    text: 'node_modules/tldts-core',
  },
  {
    name: 'Public Suffix List',
    within: 'tldts',
    license: 'MPL-2.0',
    source: 'https://publicsuffix.org/list/public_suffix_list.dat',
    text: 'MPL-2.0.txt',
    note: 'Data, compiled into a table. Its source code form, under the same license, is available at the address above.',
  },
  {
    name: 'llhttp',
    within: 'undici',
    at: 'lib/llhttp/',
    license: 'MIT',
    source: 'https://github.com/nodejs/llhttp',
    text: 'llhttp.txt',
    note: 'Compiled to WebAssembly.',
  },
  {
    name: 'formdata-polyfill',
    within: 'undici',
    at: 'lib/web/fetch/body.js',
    license: 'MIT',
    source: 'https://github.com/jimmywarting/FormData',
    text: 'formdata-polyfill.txt',
    note: 'A part of it.',
  },
  {
    name: 'undici-fetch',
    within: 'undici',
    at: 'lib/web/fetch/',
    license: 'MIT',
    source: 'https://github.com/ethan-arrowood/undici-fetch',
    text: 'node_modules/undici/lib/web/fetch',
  },
  {
    name: 'ws',
    within: 'undici',
    at: 'lib/web/websocket/',
    license: 'MIT',
    source: 'https://github.com/websockets/ws',
    text: 'ws.txt',
    note: 'A part of it.',
  },
];
