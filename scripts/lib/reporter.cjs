// A mocha reporter for all tests: prints little, and writes the results to the file THREAT_LOOKUPS_RESULTS as `{
// passed, failed: [{ title, details }], skipped: [title], slowest: [{ title, ms }], running: title }`.
const { writeFileSync } = require('node:fs');

const detailsOf = (error) => String((error && (error.stack || error.message)) || error);
const isExpectation = (error) =>
  error && error.actual !== undefined && error.expected !== undefined && !error.generatedMessage;

class Reporter {
  constructor(runner) {
    const results = { passed: 0, failed: [], skipped: [], slowest: [] };
    const write = () => {
      const file = process.env.THREAT_LOOKUPS_RESULTS;
      if (file) writeFileSync(file, JSON.stringify(results));
    };
    runner.on('test', (test) => {
      // Before each test, so that one that never ends can be reported.
      results.running = test.titlePath().join(' › ');
      write();
    });
    runner.on('pass', (test) => {
      results.passed++;
      results.slowest.push({ title: test.titlePath().join(' › '), ms: test.duration });
      results.slowest.sort((a, b) => b.ms - a.ms).splice(5);
    });
    runner.on('fail', (test, error) => {
      const shown = isExpectation(error) ? { actual: error.actual, expected: error.expected } : undefined;
      const more = shown === undefined ? '' : `\n${JSON.stringify(shown, null, 2)}`;
      results.failed.push({ title: test.titlePath().join(' › '), details: detailsOf(error) + more });
      // Written immediately, so that a run that is killed still reports failures.
      write();
    });
    runner.on('pending', (test) => results.skipped.push(test.titlePath().join(' › ')));
    runner.on('end', () => {
      delete results.running;
      write();
    });
  }
}

module.exports = Reporter;
