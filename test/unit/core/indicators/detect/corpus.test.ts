import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findIndicators } from '../../../../../src/core/indicators/index';

interface Figures {
  readonly inexact: number;
  readonly misses: number;
  readonly falsePositives: number;
  readonly reservedWrong: number;
  readonly strict: { readonly precision: number; readonly recall: number; readonly f1: number };
}

interface Scorer {
  loadCorpus(folder: string): unknown[];
  scoreAll(items: unknown[], find: typeof findIndicators): { readonly kinds: Readonly<Record<string, Figures>> };
}

const corpus = process.env['THREAT_LOOKUPS_CORPUS'] ?? join(process.cwd(), '..', 'shared', 'corpus');
const scorerFile = join(corpus, 'score.mjs');

/** The goals for each kind of text; `npm run score -- --verbose` lists the misses. */
const goals: Readonly<Record<string, (figures: Figures) => boolean>> = {
  log: ({ strict }) => strict.f1 >= 0.99,
  report: ({ strict }) => strict.f1 >= 0.98,
  code: ({ strict }) => strict.precision >= 0.98 && strict.recall >= 0.97,
  cases: ({ misses, falsePositives }) => misses === 0 && falsePositives === 0,
  all: ({ inexact, reservedWrong }) => inexact === 0 && reservedWrong === 0,
};

describe('Finding indicators in labeled logs, reports, and code', () => {
  let kinds: Readonly<Record<string, Figures>> = {};

  before(async function () {
    if (!existsSync(scorerFile)) {
      console.log(
        `      SKIPPED: no labelled corpus at ${corpus}; name its folder in THREAT_LOOKUPS_CORPUS to score against it.`,
      );
      this.skip();
    }
    const scorer = (await import(pathToFileURL(scorerFile).href)) as Scorer;
    kinds = scorer.scoreAll(scorer.loadCorpus(join(corpus, 'dev')), findIndicators).kinds;
  });

  for (const [kind, reached] of Object.entries(goals)) {
    it(`reaches its goal: ${kind}`, () => {
      const figures = kinds[kind];
      assert.ok(figures !== undefined && reached(figures), JSON.stringify(figures));
    });
  }
});
