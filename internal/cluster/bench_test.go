package cluster

import (
	"context"
	"testing"

	"github.com/coder/websocket"
)

// BenchmarkHop sends a message by way of another node and back, for each of 400 people at once.
func BenchmarkHop(b *testing.B) {
	url := entry(b, hopsOf(b, key, Member{ID: 2, Name: "b", Address: answering(b, key)}), false)
	b.SetParallelism(200)
	b.RunParallel(func(pb *testing.PB) {
		ctx := context.Background()
		ws, _, err := websocket.Dial(ctx, url+"/ws/1", nil)
		if err != nil {
			b.Error(err)
			return
		}
		defer func() { _ = ws.CloseNow() }()
		for pb.Next() {
			err := ws.Write(ctx, websocket.MessageText, []byte("a message of a usual length, with some words in it"))
			if err == nil {
				_, _, err = ws.Read(ctx)
			}
			if err != nil {
				b.Error(err)
				return
			}
		}
	})
}
