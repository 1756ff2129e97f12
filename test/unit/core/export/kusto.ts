import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createContext, runInContext } from 'node:vm';

const folder = '@kusto/language-service-next';
const parse = `(query) => {
  const messages = [];
  const all = Bridge.getEnumerator(Kusto.Language.KustoCode.Parse(query).GetSyntaxDiagnostics());
  while (all.moveNext()) messages.push(all.Current.Message);
  return JSON.stringify(messages);
}`;

/** Loads the parser of Kusto's own editor, in a context of its own, because it changes objects that all code shares. */
function load(): (query: string) => string {
  const context = createContext({});
  const { resolve } = createRequire(import.meta.url);
  for (const file of ['bridge.min.js', 'Kusto.Language.Bridge.min.js'])
    runInContext(readFileSync(resolve(`${folder}/${file}`), 'utf8'), context);
  return runInContext(parse, context) as (query: string) => string;
}

let loaded: ((query: string) => string) | undefined;

/** The syntax errors that Kusto's own editor shows in a query. */
export function kustoErrors(query: string): readonly string[] {
  loaded ??= load();
  return JSON.parse(loaded(query)) as string[];
}
