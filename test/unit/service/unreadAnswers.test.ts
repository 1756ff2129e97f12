import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { limitUnread } from '../../../src/service/http/unreadAnswers';

class FakeSocket extends EventEmitter {
  destroyed = false;
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('close');
  }
}

function sockets(count: number): readonly FakeSocket[] {
  return Array.from({ length: count }, () => new FakeSocket());
}

describe('Answers that clients have not read', () => {
  it('are bounded: the connection that has read nothing for longest is closed', () => {
    const unread = limitUnread(100);
    const [first, second, third] = sockets(3);
    assert.ok(first !== undefined && second !== undefined && third !== undefined);
    unread.add(first, 50);
    unread.add(second, 50);
    unread.read(first, 10);
    unread.add(third, 40);
    assert.deepEqual([first.destroyed, second.destroyed, third.destroyed], [false, true, false]);
    assert.equal(unread.bytes, 80);
  });

  it('never close a connection whose answers are read, and are forgotten with the connection', () => {
    const unread = limitUnread(100);
    const [idle, slow, next] = sockets(3);
    assert.ok(idle !== undefined && slow !== undefined && next !== undefined);
    unread.add(idle, 60);
    unread.read(idle, 60);
    unread.add(slow, 100);
    unread.add(next, 100);
    assert.deepEqual([idle.destroyed, slow.destroyed, next.destroyed], [false, true, false]);
    next.destroy();
    assert.equal(unread.bytes, 0);
    unread.add(next, 10);
    assert.equal(unread.bytes, 0);
  });

  it('of requests sent ahead on one connection count together; a single answer may be larger', () => {
    const unread = limitUnread(100);
    const [greedy, large] = sockets(2);
    assert.ok(greedy !== undefined && large !== undefined);
    unread.add(greedy, 60);
    unread.add(greedy, 60);
    assert.deepEqual([greedy.destroyed, unread.bytes], [true, 0]);
    unread.add(large, 500);
    assert.deepEqual([large.destroyed, unread.bytes], [false, 500]);
  });
});
