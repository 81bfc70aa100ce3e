package main

import (
	"fmt"
	"math"
	"strings"
)

// plot returns a picture, in SVG, of the losses over the steps.
func plot(losses []float64) string {
	const width, height, left, top, right, bottom = 640, 360, 50, 20, 15, 40
	most := 1.0
	for _, l := range losses {
		if !math.IsInf(l, 0) {
			most = max(most, math.Ceil(l))
		}
	}
	steps := float64(max(1, len(losses)-1))
	x := func(step float64) float64 { return left + step/steps*(width-left-right) }
	y := func(loss float64) float64 { return height - bottom - loss/most*(height-top-bottom) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+
		"\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n", width, height)
	for i := range 5 {
		part := float64(i) / 4
		fmt.Fprintf(&b, `<path d="M%d %.1fH%d" stroke="#ddd"/>`, left, y(part*most), width-right)
		fmt.Fprintf(&b, `<text x="%d" y="%.1f" text-anchor="end">%.3g</text>`, left-6, y(part*most)+4, part*most)
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%.0f</text>`+"\n", x(part*steps), height-bottom+18,
			1+part*steps)
	}
	b.WriteString(`<path fill="none" stroke="#1f77b4" stroke-width="1.5" d="`)
	pen := "M"
	for i, l := range losses {
		if math.IsNaN(l) || math.IsInf(l, 0) {
			pen = "M"
			continue
		}
		fmt.Fprintf(&b, "%s%.1f %.1f", pen, x(float64(i)), y(l))
		pen = "L"
	}
	fmt.Fprintf(&b, "\"/>\n<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">step</text>\n", (left+width-right)/2, height-6)
	fmt.Fprintf(&b, "<text x=\"%d\" y=\"14\">loss</text>\n</svg>\n", left)
	return b.String()
}
