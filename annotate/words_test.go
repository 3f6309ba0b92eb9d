package annotate_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/nurucobra/nuru/annotate"
)

func TestStricter(t *testing.T) {
	order := []annotate.Decision{"", annotate.Allow, annotate.Ask, annotate.Deny}
	for i, d := range order {
		for j, o := range order {
			assert.Equal(t, order[max(i, j)], d.Stricter(o), "%q and %q", d, o)
		}
	}
}

func TestStronger(t *testing.T) {
	order := []annotate.Effect{annotate.EffectRead, annotate.EffectWrite, annotate.EffectDestructive, annotate.EffectUnknown}
	for i, e := range order {
		for j, o := range order {
			assert.Equal(t, order[max(i, j)], e.Stronger(o), "%q and %q", e, o)
		}
	}
	assert.Equal(t, annotate.EffectUnknown, annotate.EffectDestructive.Stronger("nonsense"))
	assert.Equal(t, annotate.EffectUnknown, annotate.Effect("").Stronger(annotate.EffectDestructive), "nothing known is unknown")
}

func TestWithin(t *testing.T) {
	tests := []struct {
		effect annotate.Effect
		within []annotate.Effect
	}{
		{annotate.EffectRead, []annotate.Effect{annotate.EffectRead, annotate.EffectWrite, annotate.EffectDestructive, annotate.EffectUnknown}},
		{annotate.EffectWrite, []annotate.Effect{annotate.EffectWrite, annotate.EffectDestructive, annotate.EffectUnknown}},
		{annotate.EffectDestructive, []annotate.Effect{annotate.EffectDestructive, annotate.EffectUnknown}},
		{annotate.EffectUnknown, []annotate.Effect{annotate.EffectDestructive, annotate.EffectUnknown}},
		{"nonsense", []annotate.Effect{annotate.EffectDestructive, annotate.EffectUnknown}},
	}
	for _, tt := range tests {
		t.Run(string(tt.effect), func(t *testing.T) {
			var within []annotate.Effect
			for _, limit := range []annotate.Effect{annotate.EffectRead, annotate.EffectWrite, annotate.EffectDestructive, annotate.EffectUnknown} {
				if tt.effect.Within(limit) {
					within = append(within, limit)
				}
			}
			assert.Equal(t, tt.within, within)
		})
	}
}

func TestBool(t *testing.T) {
	tests := []struct {
		bool        annotate.Bool
		text        string
		orNo, orYes bool
	}{
		{annotate.Unset, "", false, true},
		{annotate.Yes, "true", true, true},
		{annotate.No, "false", false, false},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.text, tt.bool.String())
		assert.Equal(t, tt.orNo, tt.bool.Or(false), tt.text)
		assert.Equal(t, tt.orYes, tt.bool.Or(true), tt.text)
	}
	assert.Zero(t, annotate.Unset)
	assert.Equal(t, annotate.Yes, annotate.BoolOf(true))
	assert.Equal(t, annotate.No, annotate.BoolOf(false))
}
