// A mocha reporter for all tests: prints little, and writes the results to the file THREAT_LOOKUPS_RESULTS as `{
// passed, failed: [{ title, details }], skipped: [title], durations: [{ title, file, ms }], hasEnded }`.
const { writeFileSync } = require('node:fs');

const detailsOf = (error) => String((error && (error.stack || error.message)) || error);
const isExpectation = (error) =>
  error && error.actual !== undefined && error.expected !== undefined && !error.generatedMessage;

class Reporter {
  constructor(runner) {
    const results = { passed: 0, failed: [], skipped: [], durations: [], hasEnded: false };
    const write = () => {
      const file = process.env.THREAT_LOOKUPS_RESULTS;
      if (file) writeFileSync(file, JSON.stringify(results));
    };
    const time = ({ title, file, duration, parent }, path) =>
      results.durations.push({ title: path.join(' › ') || title, file: file ?? parent?.file, ms: duration ?? 0 });
    runner.on('pass', (test) => {
      results.passed++;
      time(test, test.titlePath());
    });
    runner.on('hook end', (hook) => time(hook, hook.titlePath()));
    runner.on('fail', (test, error) => {
      const shown = isExpectation(error) ? { actual: error.actual, expected: error.expected } : undefined;
      const more = shown === undefined ? '' : `\n${JSON.stringify(shown, null, 2)}`;
      // A file that can't be loaded, or whose process ends, has no test to name.
      const where = test.parent?.root === true && error?.file !== undefined ? `${error.file}\n` : '';
      results.failed.push({ title: test.titlePath().join(' › '), details: where + detailsOf(error) + more });
      // Written immediately, so that a run that is killed still reports failures.
      write();
    });
    runner.on('pending', (test) => results.skipped.push(test.titlePath().join(' › ')));
    runner.on('suite end', (suite) => suite.root && write());
    runner.on('end', () => {
      results.hasEnded = true;
      write();
    });
  }
}

module.exports = Reporter;
