import { webPage, type WebPage } from '../records/webPage';

/** Comment lines are at the top of the file (api-spec: “Explore CSV result”). */
const maxHeadLength = 16_384;

/**
 * The page of a query in the web interface: the last comment of an Explore CSV that is a URL, optionally after a few words and
 * a colon. `service` is the base URL of the service.
 */
export function queryPageIn(csv: string, service: string | undefined): WebPage | undefined {
  const lines = csv.slice(0, maxHeadLength).split(/\r\n|[\r\n]/);
  const first = lines.findIndex((line) => !/^\uFEFF?\s*#/.test(line) && line.trim() !== '');
  return lines
    .slice(0, first < 0 ? 0 : first)
    .map((line) => /^\uFEFF?\s*#\s*(?:[\p{L}\p{N} _-]{1,40}:\s*)?(https?:\/\/\S+)\s*$/iu.exec(line)?.[1])
    .flatMap((address) => webPage(address, service) ?? [])
    .at(-1);
}
