/** Prints what the checker found after a run. */
import type { CheckResult } from './check.ts';
import type { Load } from './load.ts';
import type { World } from './world.ts';

/** Prints numbers, the most frequent errors in the logs, and every fault. */
export function printResult(world: World, load: Load, result: CheckResult): void {
  const { mails, deliveries } = result;
  console.log(`  ${load.journeys} journeys, ${load.repeats} repeated requests`);
  console.log(
    `  ${result.documents} documents, ${result.sealed} sealed once, ${result.events} events in sound chains`,
  );
  console.log(
    `  ${mails.sent} mails (${mails.doubled} again, same Message-ID), ${deliveries.events} events delivered (${deliveries.doubled} again, same id)`,
  );
  console.log(`  ${result.deadJobs} dead letters`);
  const errors = new Map<string, number>();
  for (const { errors: own } of world.processes)
    for (const [message, count] of own) errors.set(message, (errors.get(message) ?? 0) + count);
  for (const [message, count] of [...errors].sort(([, a], [, b]) => b - a).slice(0, 12))
    console.log(`  log: ${count} × ${message.slice(0, 240)}`);
  const kinds = new Map<string, number>();
  for (const fault of result.faults) kinds.set(fault, (kinds.get(fault) ?? 0) + 1);
  for (const [fault, count] of [...kinds].slice(0, 40)) console.log(`  ERROR ${count} × ${fault}`);
}
