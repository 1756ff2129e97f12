import * as vscode from 'vscode';
import { compressedScheme } from './compressedScheme';

/** The maximum size of a document that VS Code passes to extensions. */
const maxBytes = 50 * 2 ** 20;

/** Whether a file is compressed. */
export function isCompressed({ path }: vscode.Uri): boolean {
  return /\.gz$/i.test(path);
}

/** The URI of the decompressed document, without `.gz`, so that VS Code detects its language. */
export function decompressedUri(uri: vscode.Uri): vscode.Uri {
  return uri.with({
    scheme: compressedScheme,
    authority: '',
    path: uri.path.replace(/\.gz$/i, ''),
    query: uri.toString(),
    fragment: '',
  });
}

/** Provides the text of compressed files as read-only documents. */
export const compressedDocuments: vscode.TextDocumentContentProvider = {
  provideTextDocumentContent: async ({ query }) => {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.parse(query, true));
    return vscode.workspace.decode(await decompress(bytes));
  },
};

/** Decompresses gzip data; of corrupted or truncated data, the part before the error. */
async function decompress(bytes: Uint8Array): Promise<Uint8Array> {
  const reader = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    for (let next = await reader.read(); !next.done && length < maxBytes; next = await reader.read()) {
      chunks.push(next.value);
      length += next.value.length;
    }
  } catch {
    // The panel reports that it is corrupted.
  }
  await reader.cancel().catch(() => undefined);
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
