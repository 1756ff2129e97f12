import { isWordCode, parseExpression, ExpressionError, type ExpressionNode } from './expressionParser';

/** Steps of a compiled pattern; a match costs at most steps × characters, whatever the pattern. */
export const maxSteps = 400;

type Step =
  | { readonly kind: 'char'; readonly test: (code: number) => boolean }
  | { readonly kind: 'split'; a: number; b: number }
  | { readonly kind: 'start' | 'end' | 'boundary' | 'noBoundary' | 'match' };

export interface SafeExpression {
  /** The number of steps: the cost of a match per character. */
  readonly steps: number;
  /** Whether the pattern matches anywhere in `text`. */
  test(text: string): boolean;
}

/**
 * Compiles a regular expression into steps that run in parallel (Thompson's construction), so that no pattern of an
 * untrusted workspace can block the editor. Throws {@link ExpressionError}.
 */
export function compileExpression(source: string, flags: string): SafeExpression {
  if (!/^[iu]*(?:s[iu]*)?$/.test(flags)) throw new ExpressionError('unsupportedFlag');
  try {
    new RegExp(source, flags);
  } catch {
    throw new ExpressionError('notAnExpression');
  }
  const program: Step[] = [];
  emit(parseExpression(source, { anyCase: flags.includes('i'), dotAll: flags.includes('s') }), program);
  push(program, { kind: 'match' });
  return { steps: program.length, test: (text) => run(program, text) };
}

function push(program: Step[], step: Step): number {
  if (program.length >= maxSteps) throw new ExpressionError('tooManySteps');
  return program.push(step) - 1;
}

function split(program: Step[]): Extract<Step, { kind: 'split' }> {
  const step = { kind: 'split' as const, a: program.length + 1, b: program.length + 1 };
  push(program, step);
  return step;
}

function emit(node: ExpressionNode, program: Step[]): void {
  switch (node.kind) {
    case 'sequence':
      for (const part of node.parts) emit(part, program);
      return;
    case 'choice':
      emitChoice(node.parts, program);
      return;
    case 'repeat':
      emitRepeat(node.part, node.min, node.max, program);
      return;
    case 'char':
    case 'start':
    case 'end':
    case 'boundary':
    case 'noBoundary':
      push(program, node);
  }
}

function emitChoice(parts: readonly ExpressionNode[], program: Step[]): void {
  const ends: { a: number; b: number }[] = [];
  for (const [index, part] of parts.entries()) {
    const fork = index < parts.length - 1 ? split(program) : undefined;
    emit(part, program);
    if (fork === undefined) continue;
    ends.push(split(program));
    fork.b = program.length;
  }
  for (const end of ends) end.a = end.b = program.length;
}

function emitRepeat(part: ExpressionNode, min: number, max: number, program: Step[]): void {
  if (min > maxSteps) throw new ExpressionError('tooManySteps');
  for (let times = 0; times < min; times++) {
    const before = program.length;
    emit(part, program);
    // Nothing to match: repeating it changes nothing, and nested repeats of it would never end.
    if (program.length === before) break;
  }
  if (max === Infinity) {
    const at = program.length;
    const fork = split(program);
    emit(part, program);
    const back = split(program);
    back.a = back.b = at;
    fork.b = program.length;
    return;
  }
  const forks: { b: number }[] = [];
  for (let times = min; times < max; times++) {
    forks.push(split(program));
    emit(part, program);
  }
  for (const fork of forks) fork.b = program.length;
}

function run(program: readonly Step[], text: string): boolean {
  const max = program.length * 2 + 1;
  // The position at which a step was entered last, so that each is walked once per character.
  const entered = new Int32Array(program.length).fill(-1);
  const open = new Int32Array(max);
  const waiting = new Int32Array(max);
  let waits = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at);
    let opens = 0;
    open[opens++] = 0;
    for (let index = 0; index < waits; index++) open[opens++] = waiting[index] ?? 0;
    waits = 0;
    while (opens > 0) {
      const index = open[--opens] ?? 0;
      if (entered[index] === at) continue;
      entered[index] = at;
      const step = program[index];
      if (step === undefined) continue;
      if (step.kind === 'match') return true;
      if (step.kind === 'char') {
        if (at < text.length && step.test(code)) waiting[waits++] = index + 1;
      } else if (step.kind === 'split') {
        if (entered[step.b] !== at) open[opens++] = step.b;
        if (entered[step.a] !== at) open[opens++] = step.a;
      } else if (holds(step.kind, text, at)) open[opens++] = index + 1;
    }
  }
  return false;
}

function holds(kind: 'start' | 'end' | 'boundary' | 'noBoundary', text: string, at: number): boolean {
  if (kind === 'start') return at === 0;
  if (kind === 'end') return at === text.length;
  const before = at > 0 && isWordCode(text.charCodeAt(at - 1));
  const after = at < text.length && isWordCode(text.charCodeAt(at));
  return (before !== after) === (kind === 'boundary');
}
