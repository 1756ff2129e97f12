import assert from 'node:assert/strict';
import type { RiskColor } from '../../../../src/core/records/labels/verdict';
import { rulerLane } from '../../../../src/features/highlights/painter';

const highlighted: readonly RiskColor[] = ['critical', 'high', 'medium', 'low'];

describe('rulerLane', () => {
  it('differs for each risk, and is widest for the most severe one', () => {
    const lanes = highlighted.map((risk) => rulerLane(risk, false));
    assert.equal(new Set(lanes).size, highlighted.length);
    assert.equal(lanes[0], 'full');
  });

  it('is that of low risk for retired findings', () => {
    for (const risk of highlighted) assert.equal(rulerLane(risk, true), rulerLane('low', false));
  });
});
