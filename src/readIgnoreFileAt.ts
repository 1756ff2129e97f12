import * as files from 'node:fs';
import { type IgnoreFile, readIgnoreFileOf } from './core/lookups/policy/ignoreFile';

/** Reads the ignore file at a path of this machine; undefined if there is none. */
export function readIgnoreFileAt(path: string): IgnoreFile | undefined {
  return readIgnoreFileOf(path, files);
}
