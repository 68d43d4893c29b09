/** For jest: prints the first test that fails and ends the process, as one failure is all that a mutant needs. */
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
