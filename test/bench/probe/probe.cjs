// Runs beside the extension in the extension host, in benchmarks alone: notes how long others held up its event loop.
const { appendFile } = require('node:fs');
const { constants, performance, PerformanceObserver } = require('node:perf_hooks');

/** A timer of one millisecond that comes later than this was held up. */
const noticed = 3;
const file = process.env.THREAT_LOOKUPS_PROBE;
let lines = '';
let last = performance.now();
let lastCpu = cpuMillis();

/** Processor time of this thread: what it did itself, however busy others keep the machine. */
function cpuMillis() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function note(kind, began, millis) {
  lines += `${JSON.stringify({ kind, at: performance.timeOrigin + began, millis })}\n`;
}

function tick() {
  const now = performance.now();
  const cpu = cpuMillis();
  const held = now - last - 1;
  if (held >= noticed) note('held', last, held);
  if (cpu - lastCpu >= noticed) note('busy', last, cpu - lastCpu);
  last = now;
  lastCpu = cpu;
  setTimeout(tick, 1);
}

function write() {
  const text = lines;
  lines = '';
  if (text !== '') appendFile(file, text, () => undefined);
  setTimeout(write, 200);
}

exports.activate = () => {
  new PerformanceObserver((list) => {
    for (const { startTime, duration, detail } of list.getEntries()) {
      if (duration >= noticed)
        note(detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR ? 'major gc' : 'gc', startTime, duration);
    }
  }).observe({ entryTypes: ['gc'] });
  note('begun', performance.now(), 0);
  tick();
  write();
};
