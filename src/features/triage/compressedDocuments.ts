import * as vscode from 'vscode';

const scheme = 'threat-lookups-unpacked';
/** What an editor shows of a compressed file; VS Code hands extensions no longer document. */
const maxBytes = 50 * 2 ** 20;

/** Whether a file is read unpacked. */
export function isCompressed({ path }: vscode.Uri): boolean {
  return /\.gz$/i.test(path);
}

/** Where the text of a compressed file stands in an editor; under its name without the ending, so that its language is known. */
export function decompressedUri(uri: vscode.Uri): vscode.Uri {
  return uri.with({ scheme, authority: '', path: uri.path.replace(/\.gz$/i, ''), query: uri.toString(), fragment: '' });
}

/** The texts of compressed files as documents that can be read, as far as they can be unpacked. */
export function registerCompressedDocuments(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: async ({ query }) => {
      const bytes = await vscode.workspace.fs.readFile(vscode.Uri.parse(query, true));
      return vscode.workspace.decode(await decompress(bytes));
    },
  });
}

/** What gzip holds; of a damaged or cut-off file what stands before that. */
async function decompress(bytes: Uint8Array): Promise<Uint8Array> {
  const reader = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    for (let next = await reader.read(); !next.done && length < maxBytes; next = await reader.read()) {
      pieces.push(next.value);
      length += next.value.length;
    }
  } catch {
    // The panel says that it is damaged.
  }
  await reader.cancel().catch(() => undefined);
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
