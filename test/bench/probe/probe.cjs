// Runs next to the extension in the extension host, for benchmarks only: records how long its event loop is blocked.
const { appendFile, existsSync, renameSync, writeFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { constants, performance, PerformanceObserver } = require('node:perf_hooks');

/** A timer of one millisecond that is later than this was blocked. */
const minMillis = 3;
const file = process.env.THREAT_LOOKUPS_PROBE;
let lines = '';
let last = performance.now();
let lastCpu = cpuMillis();

/** Processor time of this thread, unaffected by other load. */
function cpuMillis() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function record(kind, startedAt, millis) {
  lines += `${JSON.stringify({ kind, at: performance.timeOrigin + startedAt, millis })}\n`;
}

function tick() {
  const now = performance.now();
  const cpu = cpuMillis();
  const blocked = now - last - 1;
  if (blocked >= minMillis) record('blocked', last, blocked);
  if (cpu - lastCpu >= minMillis) record('busy', last, cpu - lastCpu);
  last = now;
  lastCpu = cpu;
  setTimeout(tick, 1);
}

function write() {
  const text = lines;
  lines = '';
  if (text !== '') appendFile(file, text, () => undefined);
  if (session !== undefined && existsSync(`${file}.end`)) endProfile(session);
  else setTimeout(write, 200);
}

/** Microseconds between two samples of this thread. */
const samplingInterval = 500;
/** Records a profile if requested. */
let session;

function startProfile() {
  session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: samplingInterval });
  session.post('Profiler.start');
}

/** Writes the profile, and the offset of its clock from Unix time in milliseconds. */
function endProfile(ending) {
  ending.post('Profiler.stop', (error, answer) => {
    const clockOffset = performance.timeOrigin + performance.now() - Number(process.hrtime.bigint()) / 1e6;
    const text = error ? JSON.stringify({ error: error.message }) : JSON.stringify({ clockOffset, ...answer.profile });
    writeFileSync(`${file}.part`, text);
    renameSync(`${file}.part`, `${file}.cpuprofile`);
  });
}

exports.activate = () => {
  new PerformanceObserver((list) => {
    for (const { startTime, duration, detail } of list.getEntries()) {
      if (duration >= minMillis)
        record(detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR ? 'major gc' : 'gc', startTime, duration);
    }
  }).observe({ entryTypes: ['gc'] });
  record('started', performance.now(), 0);
  if (process.env.THREAT_LOOKUPS_PROFILE === 'on') startProfile();
  tick();
  write();
};
