import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../../words/use-translation.ts';
import { gridOf } from './grid.ts';
import { dayText, type Series } from './series.ts';

interface Props {
  title: string;
  description: string;
  days: readonly string[];
  series: readonly Series[];
}

const height = 240;
const padding = { top: 16, right: 16, bottom: 32, left: 48 };
const base = height - padding.bottom;
/** The width of a day's label on the axis. */
const tickWidth = 64;

/** Stacked bars by day, as wide as the card. A tooltip shows the numbers of a day. */
export function DailyChart({ title, description, days, series }: Props) {
  const { language } = useTranslation();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [pointed, setPointed] = useState<number>();
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);

  const number = new Intl.NumberFormat(language);
  const most = Math.max(...days.map((_day, at) => series.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0)));
  const grid = gridOf(most);
  const top = grid.at(-1) ?? 1;
  const yOf = (count: number) => base - (count / top) * (base - padding.top);
  const room = width - padding.left - padding.right;
  const column = room / days.length;
  const xOf = (at: number) => padding.left + (at + 0.5) * column;
  const barWidth = Math.max(3, column * 0.6);
  const step = Math.ceil((days.length * tickWidth) / room);
  return (
    // Days go from left to right in every language, as their coordinates do.
    <div ref={frame} className="chart" dir="ltr">
      {room > 0 && (
        <svg
          role="img"
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-description`}
          width={width}
          height={height}
          onPointerLeave={() => setPointed(undefined)}
        >
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-description`}>{description}</desc>
          {grid.map((count) => (
            <g key={count}>
              <line
                className="chart-grid"
                x1={padding.left}
                x2={width - padding.right}
                y1={yOf(count)}
                y2={yOf(count)}
              />
              <text x={padding.left - 8} y={yOf(count)} dy="0.35em" textAnchor="end">
                {number.format(count)}
              </text>
            </g>
          ))}
          {days.map((day, at) => {
            let below = 0;
            return (
              <g key={day} onPointerEnter={() => setPointed(at)}>
                {/* All of the column can be pointed at, where a bar is low too. */}
                <rect className="chart-column" x={xOf(at) - column / 2} y={0} width={column} height={base} />
                {series.map(({ title: name, colour, counts }) => {
                  const count = counts[at] ?? 0;
                  below += count;
                  return (
                    <rect
                      key={name}
                      className={`chart-${colour}`}
                      x={xOf(at) - barWidth / 2}
                      y={yOf(below)}
                      width={barWidth}
                      height={yOf(below - count) - yOf(below)}
                    />
                  );
                })}
                {(days.length - 1 - at) % step === 0 && (
                  <text x={xOf(at)} y={base + 20} textAnchor="middle">
                    {dayText(day, language)}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      )}
      {pointed !== undefined && days[pointed] && (
        <div
          className={pointed < days.length / 2 ? 'chart-tip' : 'chart-tip chart-tip-before'}
          style={{ insetInlineStart: xOf(pointed) }}
          aria-hidden
        >
          <b>{dayText(days[pointed], language)}</b>
          {series.map(({ title: name, counts }) => (
            <div key={name}>
              {name}: {number.format(counts[pointed] ?? 0)}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
