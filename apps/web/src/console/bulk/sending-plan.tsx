/** When the emails of a bulk send go out: the choice before dispatch, and the forecast afterwards. */
import type { BulkSendOut, DispatchIn } from '@countersign/client/generated/api';
import { TextInput } from '../../ui/text-input.tsx';
import { Select, Tick } from '../parts/controls.tsx';
import { printMoment } from '../parts/moments.ts';

export interface SendingPlan {
  startsLater: boolean;
  /** Local time, as the input gives it. */
  startAt: string;
  hasHours: boolean;
  from: string;
  until: string;
  timeZone: string;
}

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const emptyPlan: SendingPlan = {
  startsLater: false,
  startAt: '',
  hasHours: false,
  from: '09:00',
  until: '17:00',
  timeZone: ownZone,
};

/** The body of the dispatch. */
export function planBody({ startsLater, startAt, hasHours, from, until, timeZone }: SendingPlan): DispatchIn {
  return {
    ...(startsLater && startAt && { dispatch_at: new Date(startAt).toISOString() }),
    ...(hasHours && { sending_window: { from, until, time_zone: timeZone } }),
  };
}

/** Chooses the start and the hours. */
export function PlanFields({ plan, onChange }: { plan: SendingPlan; onChange: (plan: SendingPlan) => void }) {
  const zones = [...new Set([ownZone, plan.timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  return (
    <>
      <Tick
        label="Start later"
        checked={plan.startsLater}
        onChange={(event) => onChange({ ...plan, startsLater: event.currentTarget.checked })}
      />
      {plan.startsLater && (
        <TextInput
          label="Start at"
          hint="In the time of this computer"
          type="datetime-local"
          required
          value={plan.startAt}
          onChange={(event) => onChange({ ...plan, startAt: event.currentTarget.value })}
        />
      )}
      <Tick
        label="Send emails only at certain hours"
        checked={plan.hasHours}
        onChange={(event) => onChange({ ...plan, hasHours: event.currentTarget.checked })}
      />
      {plan.hasHours && (
        <>
          <TextInput
            label="From"
            type="time"
            required
            value={plan.from}
            onChange={(event) => onChange({ ...plan, from: event.currentTarget.value })}
          />
          <TextInput
            label="Until"
            type="time"
            required
            value={plan.until}
            onChange={(event) => onChange({ ...plan, until: event.currentTarget.value })}
          />
          <Select
            label="Time zone"
            value={plan.timeZone}
            onChange={(event) => onChange({ ...plan, timeZone: event.currentTarget.value })}
          >
            {zones.map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </Select>
        </>
      )}
    </>
  );
}

/** What was chosen, and when the last email is expected to go out. */
export function PlanNotes({ send }: { send: BulkSendOut }) {
  const { dispatch_at: start, sending_window: hours, last_email_at: last } = send;
  const starts = start && new Date(start).getTime() > Date.now();
  return (
    <>
      {starts && send.status === 'dispatching' && <p>Sending starts {printMoment(start)}.</p>}
      {hours && (
        <p>
          Emails go out from {hours.from} to {hours.until} ({hours.time_zone}).
        </p>
      )}
      {last && <p>The last email is expected to go out {printMoment(last)}.</p>}
    </>
  );
}
