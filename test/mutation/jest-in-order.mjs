/** For jest: runs the test files in the order of the variable TESTS_IN_ORDER, a JSON list of paths. */
import { env } from 'node:process';

export default class InOrder {
  sort(tests) {
    const order = JSON.parse(env.TESTS_IN_ORDER);
    return tests.toSorted((a, b) => order.indexOf(a.path) - order.indexOf(b.path));
  }
  allFailedTests(tests) {
    return tests;
  }
  cacheResults() {}
}
