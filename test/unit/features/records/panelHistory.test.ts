import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Subject } from '../../../../src/core/records/subject';
import { PanelHistory } from '../../../../src/features/records/panelHistory';

const threat = (name: string): Subject => ({ kind: 'threat', source: '', name });

describe('The history of a panel', () => {
  it('goes back and forward, but not beyond its ends', () => {
    const at = PanelHistory.at(threat('a')).goTo(threat('b')).goTo(threat('c'));
    const back = at.step('back');
    assert.deepEqual(back?.current, threat('b'));
    assert.deepEqual(back.step('forward')?.current, threat('c'));
    assert.deepEqual(back.step('back')?.current, threat('a'));
    assert.equal(at.step('forward'), undefined);
    assert.equal(PanelHistory.at(threat('a')).step('back'), undefined);
  });

  it('drops forward entries after navigation to another record', () => {
    const at = PanelHistory.at(threat('a')).goTo(threat('b')).step('back')?.goTo(threat('c'));
    assert.deepEqual(at?.state, { subject: threat('c'), back: [threat('a')], forward: [] });
  });

  it('is restored from stored state, and is limited in size', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 120 }), fc.nat(130), (names, steps) => {
        const [first = '', ...others] = names;
        let way = others.reduce((at, name) => at.goTo(threat(name)), PanelHistory.at(threat(first)));
        for (let step = 0; step < steps; step++) way = way.step('back') ?? way;
        assert.deepEqual(PanelHistory.from(way.state).state, way.state);
        assert.ok(way.state.back.length <= 50 && way.state.forward.length <= 50);
        const there = way.step('back')?.step('forward');
        if (there !== undefined) assert.deepEqual(there.current, way.current);
      }),
    );
  });
});
