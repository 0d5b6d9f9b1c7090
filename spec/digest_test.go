package spec_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

func TestDigestIgnoresLayout(t *testing.T) {
	spaced := "# a comment\n" + strings.ReplaceAll(minimal, "order/1:\n", "order/1:\n    # another\n\n")
	longer := strings.Replace(minimal, "item: text,", "item: {kind: text, optional: false},", 1)
	want := load(t, minimal).Digest()
	for name, text := range map[string]string{"comments and empty lines": spaced, "shorthand": longer} {
		if got := load(t, text).Digest(); got != want {
			t.Errorf("%s change the digest", name)
		}
	}
	if !strings.HasPrefix(want, "sha256:") || len(want) != len("sha256:")+64 {
		t.Errorf("the digest is %s", want)
	}
}

// TestDigestSeesEverything changes every part of a table in turn, found by reflection so that no field added
// later is forgotten.
func TestDigestSeesEverything(t *testing.T) {
	table := load(t, readRedacting(t))
	before := table.Digest()
	changes := 0
	var visit func(path string, v reflect.Value)
	try := func(path string, v reflect.Value, changed any) {
		old := reflect.New(v.Type()).Elem()
		old.Set(v)
		v.Set(reflect.ValueOf(changed).Convert(v.Type()))
		changes++
		if table.Digest() == before {
			t.Errorf("%s does not count", path)
		}
		v.Set(old)
	}
	visit = func(path string, v reflect.Value) {
		switch v.Type() {
		case reflect.TypeFor[spec.Position]():
			return
		case reflect.TypeFor[value.Value]():
			try(path, v, value.String("changed"))
			return
		case reflect.TypeFor[value.Object]():
			try(path, v, value.Object{{Name: "changed", Value: value.Null{}}})
			return
		}
		switch v.Kind() {
		case reflect.String:
			try(path, v, v.String()+"x")
		case reflect.Bool:
			try(path, v, !v.Bool())
		case reflect.Int:
			try(path, v, v.Int()+1)
		case reflect.Pointer:
			if !v.IsNil() {
				visit(path, v.Elem())
				old := v.Elem().Addr()
				v.SetZero()
				changes++
				if table.Digest() == before {
					t.Errorf("%s does not count", path)
				}
				v.Set(old)
			}
		case reflect.Struct:
			for i := range v.NumField() {
				visit(path+"."+v.Type().Field(i).Name, v.Field(i))
			}
		case reflect.Slice:
			for i := range v.Len() {
				visit(path+"[]", v.Index(i))
			}
			longer := reflect.Append(v, reflect.Zero(v.Type().Elem()))
			try(path, v, longer.Interface())
		case reflect.Map:
			for _, key := range v.MapKeys() {
				old := v.MapIndex(key)
				v.SetMapIndex(key, reflect.Value{})
				if table.Digest() == before {
					t.Errorf("%s[%s] does not count", path, key)
				}
				v.SetMapIndex(key, old)
			}
		default:
			t.Errorf("%s is of a kind this test does not know: %s", path, v.Kind())
		}
	}
	visit("Table", reflect.ValueOf(table).Elem())
	if table.Digest() != before {
		t.Error("the table was not put back")
	}
	if changes < 200 {
		t.Errorf("only %d changes were tried", changes)
	}
}
