import { Chart } from '@patternfly/react-charts/dist/esm/victory/components/Chart/Chart';
import { ChartAxis } from '@patternfly/react-charts/dist/esm/victory/components/ChartAxis/ChartAxis';
import { ChartBar } from '@patternfly/react-charts/dist/esm/victory/components/ChartBar/ChartBar';
import { ChartStack } from '@patternfly/react-charts/dist/esm/victory/components/ChartStack/ChartStack';
import { ChartVoronoiContainer } from '@patternfly/react-charts/dist/esm/victory/components/ChartVoronoiContainer/ChartVoronoiContainer';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayText, type Series } from './series.ts';

interface Props {
  title: string;
  description: string;
  days: readonly string[];
  series: readonly Series[];
}

const height = 240;
const padding = { top: 16, right: 16, bottom: 32, left: 48 };
/** What the text of a day takes of the axis. */
const tickWidth = 64;

/** Bars for each day, one series upon the other, as wide as there is room. */
export function DailyChart({ title, description, days, series }: Props) {
  const { i18n } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);

  const number = new Intl.NumberFormat(i18n.language);
  const most = Math.max(...days.map((_day, at) => series.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0)));
  const room = width - padding.left - padding.right;
  const step = Math.ceil((days.length * tickWidth) / room);
  const barWidth = Math.max(3, (room / days.length) * 0.6);
  return (
    <div ref={frame} className="chart">
      {width > 0 && (
        <Chart
          ariaTitle={title}
          ariaDesc={description}
          width={width}
          height={height}
          padding={padding}
          domain={{ y: [0, Math.max(most * 1.1, 4)] }}
          domainPadding={{ x: barWidth }}
          containerComponent={
            <ChartVoronoiContainer
              labels={({ datum }) => `${datum.series}: ${number.format(datum.y)}`}
              constrainToVisibleArea
              voronoiDimension="x"
            />
          }
        >
          <ChartAxis
            tickValues={days.filter((_day, at) => (days.length - 1 - at) % step === 0)}
            tickFormat={(day: string) => dayText(day, i18n.language)}
          />
          <ChartAxis dependentAxis showGrid tickCount={4} tickFormat={(count: number) => number.format(count)} />
          <ChartStack>
            {series.map(({ title: name, colour, counts }) => (
              <ChartBar
                key={name}
                barWidth={barWidth}
                data={days.map((day, at) => ({
                  x: day,
                  y: counts[at],
                  series: `${dayText(day, i18n.language)} · ${name}`,
                }))}
                style={{ data: { fill: `var(--chart-${colour})`, stroke: 'none' } }}
              />
            ))}
          </ChartStack>
        </Chart>
      )}
    </div>
  );
}
