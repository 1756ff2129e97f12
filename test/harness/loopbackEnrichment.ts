import { build } from 'esbuild';
import { root } from '../../scripts/lib/paths.mjs';
import type { Environment } from '../../src/service/enrichment/reach/environment';

/** Packages that are CommonJS inside need `require`. */
export const requireBanner =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/** An environment without functions, which can't be passed to another process. */
export type LoopbackEnvironment = Omit<Partial<Environment>, 'allowAddress' | 'now'>;

/**
 * The enrichment bundle with a test environment, as an overlay of the installed one (`overlay` of {@link startVsCode}): it
 * can only reach 127.0.0.1. The product has no setting for this.
 */
export async function loopbackEnrichment(environment: LoopbackEnvironment): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { createEnricher as create } from './src/service/enrichment';
        const loopback = '127.0.0.1';
        const environment = { ...${JSON.stringify(environment)}, allowAddress: (address: string) => address === loopback };
        export const createEnricher: typeof create = (ports = {}) => {
          const enricher = create({ ...ports, environment });
          return {
            enrich: (indicator, options) =>
              enricher.enrich(indicator, {
                ...options,
                isBlocked: (indicator) => indicator.value !== loopback && options.isBlocked?.(indicator) === true,
              }),
          };
        };
      `,
      loader: 'ts',
      resolveDir: root,
    },
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    banner: { js: requireBanner },
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
