/** For jest: prints the first failing test and ends the process, because one failure is enough to detect a mutant. */
function end(name) {
  process.stdout.write(`FAILED ${name}\n`, () => process.exit(1));
}

export default class FirstFailure {
  onTestCaseResult(_test, result) {
    if (result.status === 'failed') end(result.fullName);
  }
  onTestResult(test, result) {
    if (result.testExecError || result.numFailingTests > 0) end(test.path);
  }
}
