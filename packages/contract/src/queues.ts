/** The queues of background work. An operator runs them in one process or several: the setting QUEUES. */
export const queueNames = ['mail', 'seal', 'bulk', 'expiry', 'reminder', 'webhook', 'housekeeping'] as const;
export type QueueName = (typeof queueNames)[number];
