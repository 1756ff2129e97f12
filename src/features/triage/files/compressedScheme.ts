/** The scheme of read-only documents with the text of compressed files. */
export const compressedScheme = 'threat-lookups-unpacked';
