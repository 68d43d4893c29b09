/** Usage: this month compared with the allowance, and earlier months. */

import type { UsageMonthOut } from '@countersign/client/generated/api';
import { bytesText } from '@countersign/contract/bytes-text';
import { useRef } from 'react';
import { useElementWidth } from '../ui/use-element-width.ts';
import { printDay } from './parts/moments.ts';
import { Answer, Card, Page } from './parts/page.tsx';
import { useQuery } from './query.ts';

/** The usage of the workspace. */
export function UsagePage() {
  const usage = useQuery('/v1/usage');
  const months = useQuery('/v1/console/usage', { query: { months: 12 } });
  return (
    <Page
      title="Usage"
      lead="A live document counts when it is sent for the first time. Test documents do not count."
    >
      <Answer query={usage} lines={3}>
        {({ envelopes, fair_use: fairUse, storage }) => (
          <div className="c-tiles">
            <Tile name="Sent this month" value={envelopes.used.toLocaleString('en')}>
              <span className="c-progress-track" aria-hidden="true">
                <span
                  style={{
                    width: `${Math.min(100, (envelopes.used / Math.max(1, envelopes.allowance)) * 100)}%`,
                  }}
                />
              </span>
              of {envelopes.allowance.toLocaleString('en')}
            </Tile>
            <Tile name="Remaining" value={envelopes.remaining.toLocaleString('en')}>
              until {printDay(envelopes.resets_on)}
            </Tile>
            <Tile name="Stored" value={bytesText(storage.used_bytes)}>
              of {bytesText(storage.quota_bytes)}; sealed PDFs are counted within a day
            </Tile>
            <Tile name="Request rate" value={`${fairUse.sustained_rps.toLocaleString('en')} / s`}>
              up to {fairUse.burst_rps.toLocaleString('en')} at once
            </Tile>
          </div>
        )}
      </Answer>
      {months.data && months.data.length > 0 && <History months={months.data} />}
    </Page>
  );
}

function Tile({ name, value, children }: { name: string; value: string; children: React.ReactNode }) {
  return (
    <section className="c-card c-tile">
      <h2>{name}</h2>
      <p className="c-tile-value">{value}</p>
      <p className="hint">{children}</p>
    </section>
  );
}

const monthName = (month: string, year?: 'numeric'): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'short', ...(year && { year }), timeZone: 'UTC' }).format(
    new Date(`${month.slice(0, 7)}-01T00:00:00Z`),
  );

/** A round number not below the largest value, for the axis. */
function ceilingOf(largest: number): number {
  if (largest <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(largest));
  return [1, 2, 2.5, 5, 10].map((step) => step * power).find((step) => step >= largest)!;
}

/** Pixels. */
const chart = { height: 220, left: 46, bottom: 26, top: 10 };
/** Below this width in pixels only six months are shown. */
const narrowChart = 480;

const inOrder = (months: UsageMonthOut[]): UsageMonthOut[] =>
  [...months].sort((one, other) => one.month.localeCompare(other.month));

/** The months as a chart and a table. Without live documents the chart would be empty. */
function History({ months }: { months: UsageMonthOut[] }) {
  const hasLive = months.some((one) => one.live_sent + one.completed > 0);
  const hasTests = months.some((one) => one.test_sent > 0);
  return (
    <Card title="Recent months">
      {hasLive ? <Chart months={months} /> : <p className="hint">Nothing sent yet</p>}
      {(hasLive || hasTests) && <Months months={months} />}
    </Card>
  );
}

/** Bars for sent and completed live documents by month. The table has the same numbers. */
function Chart({ months }: { months: UsageMonthOut[] }) {
  const figure = useRef<HTMLElement>(null);
  const width = Math.max(240, useElementWidth(figure));
  const all = inOrder(months);
  const ordered = width < narrowChart ? all.slice(-6) : all;
  const ceiling = ceilingOf(Math.max(1, ...ordered.map((one) => Math.max(one.live_sent, one.completed))));
  const plot = { width: width - chart.left, height: chart.height - chart.bottom - chart.top };
  const slot = plot.width / ordered.length;
  const y = (value: number) => chart.top + plot.height * (1 - value / ceiling);
  const bar = Math.min(34, slot * 0.56);
  return (
    <figure className="c-chart" ref={figure}>
      <svg
        viewBox={`0 0 ${width} ${chart.height}`}
        role="img"
        aria-label="Live documents sent and completed by month; the table has the numbers"
      >
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line
              x1={chart.left}
              x2={width}
              y1={y(ceiling * share)}
              y2={y(ceiling * share)}
              className="c-chart-line"
            />
            <text x={chart.left - 8} y={y(ceiling * share) + 4} textAnchor="end">
              {(ceiling * share).toLocaleString('en')}
            </text>
          </g>
        ))}
        {ordered.map((one, index) => {
          const middle = chart.left + slot * (index + 0.5);
          return (
            <g key={one.month}>
              <rect
                x={middle - bar / 2}
                y={y(one.live_sent)}
                width={bar}
                height={Math.max(0, y(0) - y(one.live_sent))}
                rx="3"
                className="c-chart-sent"
              />
              <rect
                x={middle - bar / 2}
                y={y(one.completed)}
                width={bar}
                height={Math.max(0, y(0) - y(one.completed))}
                rx="3"
                className="c-chart-completed"
              />
              <text x={middle} y={chart.height - 8} textAnchor="middle">
                {monthName(one.month)}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption>
        <span className="c-key c-key-sent" /> sent <span className="c-key c-key-completed" /> completed
      </figcaption>
    </figure>
  );
}

function Months({ months }: { months: UsageMonthOut[] }) {
  return (
    <div className="c-table-frame">
      <table className="c-table">
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Sent</th>
            <th scope="col">Completed</th>
            <th scope="col">Tests</th>
          </tr>
        </thead>
        <tbody>
          {inOrder(months)
            .reverse()
            .map((one) => (
              <tr key={one.month}>
                <th scope="row">{monthName(one.month, 'numeric')}</th>
                <td className="c-number">{one.live_sent.toLocaleString('en')}</td>
                <td className="c-number">{one.completed.toLocaleString('en')}</td>
                <td className="c-number">{one.test_sent.toLocaleString('en')}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
