import { LineChart as MantineLineChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { Mantine } from '../../ui/mantine.tsx'

type LineChartProps = { points: { label: string; count: number }[]; height: number }

/** The drawing library is loaded with this file only. */
export function LineChart({ points, height }: LineChartProps) {
  return (
    <Mantine>
      <MantineLineChart
        h={height}
        data={points}
        dataKey="label"
        series={[{ name: 'count', label: 'Inscriptions', color: 'var(--fir)' }]}
        curveType="linear"
        withDots={points.length <= 60}
        // Without a single registration the axis would count to four.
        yAxisProps={{ allowDecimals: false, domain: [0, (highest: number) => Math.max(1, highest)] }}
      />
    </Mantine>
  )
}
